import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { chooseKey, hasKeyInAddress } from '../api/session.ts';
import { copyExactNumbers } from './copy-exact-numbers.ts';
import { SignedIn } from './signed-in.tsx';
import { applyTheme } from './theme.ts';
import './theme.css';

const firstKey = chooseKey();
// A link with a key that is opened in this tab changes only the fragment.
addEventListener('hashchange', () => {
  if (hasKeyInAddress()) location.reload();
});
applyTheme();
document.addEventListener('copy', copyExactNumbers);

const queries = new QueryClient();
const root = document.querySelector('#app');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queries}>
        <SignedIn firstKey={firstKey} />
      </QueryClientProvider>
    </StrictMode>,
  );
}
