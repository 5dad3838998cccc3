const deadlockDetected = '40P01';
const mostAttempts = 3;

/**
 * Runs a transaction again that PostgreSQL has ended so that another could go on: somebody changes
 * the same teams or assignments by hand. Nothing of the attempt is left.
 */
export async function retryDeadlocked<Result>(transaction: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transaction();
    } catch (error) {
      const isDeadlock = (error as { code?: unknown }).code === deadlockDetected;
      if (!isDeadlock || attempt === mostAttempts) throw error;
    }
  }
}
