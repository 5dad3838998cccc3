import { definePlugin } from '@costplane/plugin-api';

export default definePlugin({ id: 'kernel-two-only', routes: [] });
