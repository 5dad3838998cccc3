/** What a person can mend: the message says what, where and how. */
export class AssemblyError extends Error {}
