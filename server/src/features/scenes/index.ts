export { deleteOldNames } from './scene-names.store.ts'
export { deleteOldRuns } from './scene-runs.store.ts'
export { sceneNames } from './scenes.schema.ts'
export { moveInputs } from './scenes.store.ts'
