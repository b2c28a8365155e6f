/** What a file of charge records may hold: more than a million of them, and still one text for the engine. */
export const mostFileBytes = 400 << 20;
