import { definePlugin } from '@costplane/plugin-api';
import express from 'express';

const app = express();
app.get('/hidden', () => undefined);

export default definePlugin({ id: 'imports-express', routes: [] });
