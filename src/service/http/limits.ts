const kilobyte = 1024;
const megabyte = 1024 * kilobyte;

/**
 * Deadline and size limit of a request, by what it asks for. The service may take 300 seconds for vehicle data, because
 * it wakes the car (public); with 310, its own error response comes first. Token requests do not involve the car.
 */
export const limits = {
  /** A token pair is a few hundred bytes. */
  token: { deadlineMs: 30_000, maxBytes: 64 * kilobyte },
  /** A capacity: a few kilobytes, held in memory as one text. */
  data: { deadlineMs: 310_000, maxBytes: 8 * megabyte },
  /** The same for data that the service has stored, such as a page of vehicles: a longer request hangs. */
  stored: { deadlineMs: 30_000, maxBytes: 8 * megabyte },
  /** Two million records of some 250 bytes; read as a stream, so the limit only guards against an endless body. */
  records: { deadlineMs: 310_000, maxBytes: 512 * megabyte },
  /** How much of an error's body is read before the rest is abandoned. */
  errorBytes: 64 * kilobyte,
} as const;
