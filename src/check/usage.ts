/** What `--help` prints. */
export const usage = `Usage: vehicle-data-check [DIR] [options]

Finds code that uses API version 2.0, and what version 3 has instead. Reads DIR (default: the current folder) without what
git ignores. Sends nothing and changes nothing.

Options
  --format FORMAT      text (default), json or sarif
  --fail-on SEVERITY   Exit with 1 if there is a finding of this severity or a worse one: error (default), warning or
                       info, or if a file or folder can't be opened; none: never
  --root ROOT          Paths in SARIF begin here (default: the repository of DIR, or DIR)
  -h, --help           Show this help

Reads source of any language, notebooks and files of settings, up to 1 MB a file, and follows imports in JavaScript,
TypeScript, Python, Java and Kotlin. Prose, data, lock files and binary files are counted by kind, and not read.
Exit codes: 0 done, 1 findings or something that can't be opened, 2 could not check
`;
