// Builds the web client for tests when its sources have changed. Only `npm run test:all` looks at compressed sizes.
import { buildWebWhenStale } from './prepare.mjs'

buildWebWhenStale(process.env.TEST_ALL === 'yes' ? 'best' : 'none')
