import type { Browser } from 'playwright-core';
import { launchWholeBrowser } from '../../host/browser.ts';

/** Frames come as fast as they can be made: else every time would be a multiple of a screen's. */
const uncapped = ['--disable-frame-rate-limit', '--disable-gpu-vsync'];

/**
 * Works in a fresh browser. It closes at the end; or sooner, when the time is over or the bench is stopped, and the work
 * fails with it.
 *
 * @param most milliseconds
 */
export async function inFreshBrowser<T>(
  most: number,
  stopped: AbortSignal,
  work: (browser: Browser) => Promise<T>,
): Promise<T> {
  const browser = await launchWholeBrowser(...uncapped);
  let late = false;
  const close = () => void browser.close();
  const timer = setTimeout(() => {
    late = true;
    close();
  }, most);
  stopped.addEventListener('abort', close);
  try {
    return await work(browser);
  } catch (error) {
    throw late ? new Error(`over ${most / 1000} s`, { cause: error }) : error;
  } finally {
    clearTimeout(timer);
    stopped.removeEventListener('abort', close);
    await browser.close();
  }
}
