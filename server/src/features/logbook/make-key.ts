import type { AtStart, BackgroundParts } from '../../kernel/background.ts'
import { signingKey } from './signing-key.ts'

type Parts = Pick<BackgroundParts, 'inTransaction'> & { ports: Pick<BackgroundParts['ports'], 'keyVault' | 'clock'> }

/** Has a key there that this server can sign with. */
export const makeKeyReady = async ({ inTransaction, ports: { keyVault, clock } }: Parts): Promise<void> => {
  await inTransaction(({ tx }) => signingKey({ tx, keyVault, now: clock.now() }))
}

/** Before the first export: whoever took the verifier along earlier would else meet a key that it does not know. */
export const keyAtStart: AtStart = makeKeyReady
