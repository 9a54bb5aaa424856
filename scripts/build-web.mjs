// Builds the web client when its sources have changed since the last build.
import { buildWebWhenStale } from './prepare.mjs'

buildWebWhenStale()
