/** The keys of a resource quota that limit a namespace's requests: each has two spellings. */
export const cpuQuotaKeys = ['requests.cpu', 'cpu'] as const;
export const memoryQuotaKeys = ['requests.memory', 'memory'] as const;
