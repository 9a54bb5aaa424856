import type { BackgroundParts, StartupHook } from '../../kernel/background.ts'
import { readSigningKey } from './signing-key.ts'

type Parts = Pick<BackgroundParts, 'inTransaction'> & { ports: Pick<BackgroundParts['ports'], 'keyCipher' | 'clock'> }

/** Has a key there that this server can sign with. */
export const ensureKey = async ({ inTransaction, ports: { keyCipher, clock } }: Parts): Promise<void> => {
  await inTransaction(({ tx }) => readSigningKey({ tx, keyCipher, now: clock.now() }))
}

/** Before the first export: whoever took the verifier along earlier would else meet a key that it does not know. */
export const ensureKeyAtStart: StartupHook = ensureKey
