import { definePlugin } from '@costplane/kernel';

export default definePlugin({ id: 'kernel-two-only', routes: [] });
