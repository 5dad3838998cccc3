import { definePlugin } from '@costplane/plugin-api';

// What a plugin leaves behind must not keep a process that failed to start.
setInterval(() => undefined, 1000);

export default definePlugin({
  id: 'fails-to-register',
  register() {
    throw new Error('the licence server\nsays no');
  },
  routes: [],
});
