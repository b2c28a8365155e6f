import { curlCommand } from './curl-command.ts';
import { httpFile } from './http-file.ts';
import type { Language } from './languages.ts';
import { javaProgram, javascriptProgram, pythonProgram } from './programs.ts';
import type { SentRequest } from '../sent-request.ts';
import { shells } from './shells.ts';

/**
 * A program that sends the request byte for byte. Each secret is read from an environment variable: `ACCESS_TOKEN`,
 * `CLIENT_CREDENTIALS` (base64 of client ID, colon, secret), `CLIENT_SECRET`, `REFRESH_TOKEN`, `CODE`.
 */
export function snippet(request: SentRequest, language: Language['id'], platform: string = process.platform): string {
  switch (language) {
    case 'posix':
    case 'cmd':
      return curlCommand(request, shells[language], 'curl');
    case 'powershell':
      // In Windows PowerShell, `curl` without `.exe` is an alias for another command.
      return curlCommand(request, shells.powershell, platform === 'win32' ? 'curl.exe' : 'curl');
    case 'javascript':
      return javascriptProgram(request);
    case 'python':
      return pythonProgram(request);
    case 'java':
      return javaProgram(request);
    case 'http':
      return httpFile(request);
  }
}
