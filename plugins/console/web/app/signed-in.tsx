import { RouterProvider } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import { SessionContext } from '../api/answer.ts';
import { openSession, type Session, WrongKeyError } from '../api/session.ts';
import { router } from './routes.tsx';
import { SignIn } from './sign-in.tsx';

/** The console after a sign-in with a valid key; the sign-in form before. */
export function SignedIn({ firstKey }: { readonly firstKey: string | null }) {
  const [session, setSession] = useState<Session>();
  const [problem, setProblem] = useState<string>();
  const [isOpening, setOpening] = useState(firstKey !== null);

  const open = useCallback(async (key: string) => {
    setOpening(true);
    setProblem(undefined);
    try {
      setSession(await openSession(key));
    } catch (error) {
      setProblem(describe(error));
    } finally {
      setOpening(false);
    }
  }, []);
  useEffect(() => {
    if (firstKey !== null) void open(firstKey);
  }, [open, firstKey]);

  if (!session) return <SignIn onKey={open} isOpening={isOpening} problem={problem} />;
  return (
    <SessionContext value={session}>
      <RouterProvider router={router} />
    </SessionContext>
  );
}

const describe = (error: unknown): string => {
  if (error instanceof WrongKeyError) return 'This key is unknown or was revoked.';
  if (error instanceof TypeError) return 'The service cannot be reached.';
  return error instanceof Error ? error.message : String(error);
};
