import { useEffect } from 'react';
import { docsUrl } from '../api/session.ts';
import './sign-in.css';

interface SignInProps {
  readonly onKey: (key: string) => Promise<void>;
  readonly isOpening: boolean;
  readonly problem: string | undefined;
}

export function SignIn({ onKey, isOpening, problem }: SignInProps) {
  useEffect(() => {
    document.title = 'Sign in · Costplane';
  }, []);
  return (
    <main className="sign-in">
      <h1>Costplane</h1>
      <p>Cost and utilization of your Kubernetes clusters.</p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const key = new FormData(event.currentTarget).get('key');
          if (typeof key === 'string' && key.trim() !== '') void onKey(key.trim());
        }}
      >
        <label htmlFor="key">API key</label>
        <input
          id="key"
          name="key"
          type="password"
          autoComplete="off"
          spellCheck={false}
          placeholder="cpk_…"
          required
          aria-describedby="key-help"
          aria-invalid={problem !== undefined}
        />
        <button className="primary" disabled={isOpening}>
          {isOpening ? 'Signing in …' : 'Sign in'}
        </button>
      </form>
      {problem && (
        <p role="alert" className="failure">
          {problem}
        </p>
      )}
      <p id="key-help" className="unit">
        The key stays in this tab. An operator creates one with{' '}
        <code>costplane key create --org NAME --scope all</code>.
      </p>
      <p>
        <a href={docsUrl}>API docs</a>
      </p>
    </main>
  );
}
