/** Follows the system until a person chooses; the choice stays in the browser. */
const stored = 'costplane-theme';
export type Theme = 'light' | 'dark';

const system = matchMedia('(prefers-color-scheme: dark)');
export const currentTheme = (): Theme =>
  (localStorage.getItem(stored) as Theme | null) ?? (system.matches ? 'dark' : 'light');

export function applyTheme(): void {
  document.documentElement.dataset.theme = currentTheme();
}

export function chooseTheme(theme: Theme): void {
  localStorage.setItem(stored, theme);
  applyTheme();
}

system.addEventListener('change', applyTheme);
