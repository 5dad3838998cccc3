/** A small price book. */
export const book = (cores: string, rest = '', currency = 'USD') => `currency: ${currency}
rates:
  on_demand: { cpu_core_hour: ${cores}, memory_gib_hour: 0.003, gpu_hour: 1 }
${rest}`;
