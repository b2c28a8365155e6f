import type * as z from 'zod';

/** One line per problem: where it is, and what is wrong. */
export function describeIssues(error: z.ZodError): string[] {
  return error.issues.flatMap((issue) => describeIssue(issue, []));
}

function describeIssue(issue: z.core.$ZodIssue, above: readonly PropertyKey[]): string[] {
  const path = [...above, ...issue.path];
  // If several shapes are possible, the one that matches except for something inside it.
  const meant =
    issue.code === 'invalid_union'
      ? issue.errors.find((inner) => inner.every((each) => each.path.length > 0))
      : undefined;
  if (meant) return meant.flatMap((inner) => describeIssue(inner, path));
  return [`${path.map(String).join('.') || 'the whole'}: ${issue.message}`];
}
