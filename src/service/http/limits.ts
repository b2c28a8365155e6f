const kilobyte = 1024;
const megabyte = 1024 * kilobyte;

/**
 * Deadline and byte cap of a request, by what is asked for. The service may take 300 seconds for vehicle data, because it
 * wakes the car (public); 310 let its own answer come first. Token requests touch no car.
 */
export const limits = {
  /** A token pair is a few hundred bytes. */
  token: { deadlineMs: 30_000, maxBytes: 64 * kilobyte },
  /** A capacity: kilobytes, held in memory as one text. */
  data: { deadlineMs: 310_000, maxBytes: 8 * megabyte },
  /** The same where the service answers by itself, as with a page of vehicles: what lasts longer hangs. */
  stored: { deadlineMs: 30_000, maxBytes: 8 * megabyte },
  /** Two million records of some 250 bytes; read as a stream, so the cap guards against an endless body only. */
  records: { deadlineMs: 310_000, maxBytes: 512 * megabyte },
  /** What is read of an error's body before the rest is let go. */
  errorBytes: 64 * kilobyte,
} as const;
