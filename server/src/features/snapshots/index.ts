export { lampSubstitutionListener } from './lamp-substitution.ts'
export { snapshotListener } from './record-snapshot.ts'
export { snapshotNames } from './snapshots.schema.ts'
export { substitutionListener } from './unit-substitution.ts'
