export { takeOverListener } from './take-over.ts'
export { snapshotListener } from './take-snapshot.ts'
