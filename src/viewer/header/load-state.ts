import { signal } from '@preact/signals';
import type { DateRange } from '../../common/date-range.ts';
import type { PageMessage } from '../messages/to-page.ts';

/** What the page knows of its load and shows around the records. */
export class LoadState {
  /** `loading` is also the state before anything is requested. */
  readonly phase = signal<'loading' | 'ready' | 'empty' | 'error'>('loading');
  /** The days that were requested last, … */
  readonly asked = signal<DateRange>({});
  /** … and those of the records on screen. */
  readonly range = signal<DateRange>({});
  /** Number of records that have arrived so far; undefined unless some are being requested. */
  readonly arrived = signal<number | undefined>(undefined);
  /** Number of records, and how many of them pass the filters; undefined if that is unknown. */
  readonly count = signal<{ readonly rows: number; readonly shown: number } | undefined>(undefined);
  /** How many of several vehicles have failed, in words; empty if none has. */
  readonly lacking = signal('');
  /** When the records were received; undefined while there are none. */
  readonly times = signal<PageMessage<'done'> | undefined>(undefined);
  /** Newer records are loaded only on request, so that users do not lose their place. */
  readonly outdated = signal(false);
  /** Why a reload has sent nothing; empty from the next load on. */
  readonly wait = signal('');
  /** Why there are none of the requested records, and what describes those that are shown instead. */
  readonly failure = signal<{ readonly failed: PageMessage<'failed'>; readonly below: string } | undefined>(undefined);
  /** What could not be decoded of a file. */
  readonly note = signal('');
  /** Whether there are records, so that what shows and arranges them can be used. */
  readonly usable = signal(false);
  /** Counts what changes texts without any of the above: time passes, or the settings have changed. */
  readonly renewals = signal(0);
}
