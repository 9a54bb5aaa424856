export { snapshotNames } from './snapshots.schema.ts'
export { takeOverListener } from './take-over.ts'
export { lampTakeOverListener } from './take-over-lamps.ts'
export { snapshotListener } from './take-snapshot.ts'
