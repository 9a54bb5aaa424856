import type { Proof } from '../features/reports/proof.ts'

/** Where the logbook of a plant stood when the papers of tests were made. */
export const proofOfTests: Proof = {
  ...{ plantId: '7f9f0f6e-98a5-4b07-8a0f-3a1c7a0b8b11', no: 1341, hash: '7f3a91c45e08d27b'.repeat(4) },
  verifier: 'https://vigilux.test/#/verify',
}
