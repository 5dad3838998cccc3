import { definePlugin } from '@costplane/kernel';
import express from 'express';

const app = express();
app.get('/hidden', () => undefined);

export default definePlugin({ id: 'imports-express', routes: [] });
