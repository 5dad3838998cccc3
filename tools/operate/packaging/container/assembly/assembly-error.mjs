/** What a person can fix: the message says what, where and how. */
export class AssemblyError extends Error {}
