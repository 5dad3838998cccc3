const deadlockDetected = '40P01';
const maxAttempts = 3;

/**
 * Retries a transaction that PostgreSQL aborted because of a deadlock, such as with manual changes
 * of the same teams or assignments. Nothing of the aborted attempt remains.
 */
export async function retryDeadlocked<Result>(transaction: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transaction();
    } catch (error) {
      const isDeadlock = (error as { code?: unknown }).code === deadlockDetected;
      if (!isDeadlock || attempt === maxAttempts) throw error;
    }
  }
}
