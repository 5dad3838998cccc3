/** Kubernetes keeps these itself, and changes some of them with every rollout. */
const ofKubernetes = /^(?:[^/]+\.)?(?:kubernetes|k8s)\.io\//;

/** The annotations of an object that people and tools gave it. */
export const chosenAnnotations = (
  annotations: Readonly<Record<string, string>> | null | undefined,
): Record<string, string> =>
  Object.fromEntries(Object.entries(annotations ?? {}).filter(([key]) => !ofKubernetes.test(key)));
