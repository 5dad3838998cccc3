// Loaded before the program (node --import). A wrapper that is killed outright cannot pass the
// signal on, so the program notices that its parent changed, and stops as if it had been asked to.
const parent = process.ppid;

const watch = setInterval(() => {
  if (process.ppid === parent) return;
  clearInterval(watch);
  process.kill(process.pid, 'SIGTERM');
}, 500);
watch.unref();
