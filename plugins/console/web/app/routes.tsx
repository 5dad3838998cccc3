import {
  createHashHistory,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
} from '@tanstack/react-router';
import { readViewSearch } from '../parts/view.tsx';
import { Frame, NoSuchView } from './frame.tsx';

// In the fragment: the page works below any path, and the view's state is not sent to the server.
const history = createHashHistory();
const root = createRootRoute({
  component: Frame,
  notFoundComponent: NoSuchView,
  validateSearch: readViewSearch,
});

const view = (path: string, load: () => Promise<{ Page: React.ComponentType }>) =>
  createRoute({
    getParentRoute: () => root,
    path,
    component: lazyRouteComponent(load, 'Page'),
  });

const routeTree = root.addChildren([
  view('/', () => import('../views/overview/page.tsx')),
  view('/explore', () => import('../views/explore/page.tsx')),
  view('/clusters', () => import('../views/clusters/page.tsx')),
  view('/clusters/$clusterId', () => import('../views/cluster/page.tsx')),
  view('/clusters/$clusterId/nodes/$nodeUid', () => import('../views/node/page.tsx')),
  view('/clusters/$clusterId/namespaces/$namespace', () => import('../views/namespace/page.tsx')),
  view('/clusters/$clusterId/workloads/$workloadUid', () => import('../views/workload/page.tsx')),
  view('/workloads', () => import('../views/workloads/page.tsx')),
  view('/recommendations', () => import('../views/recommendations/page.tsx')),
  view('/recommendations/$recommendationId', () => import('../views/recommendation/page.tsx')),
  view('/export', () => import('../views/export/page.tsx')),
  view('/teams', () => import('../views/teams/page.tsx')),
  view('/teams/$teamId', () => import('../views/team/page.tsx')),
]);

export const router = createRouter({
  routeTree,
  history,
  defaultPreload: 'intent',
  scrollRestoration: true,
  // A view keeps data while its settings change, but not of another resource.
  defaultRemountDeps: ({ params }) => params,
});

// Otherwise the focus is lost with the link that was followed.
router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
  if (fromLocation && pathChanged) {
    document.querySelector<HTMLElement>('#view')?.focus({ preventScroll: true });
  }
});
