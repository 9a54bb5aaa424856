import type { BackgroundParts, StartupHook } from '../../kernel/background.ts'
import { readSigningKey } from './signing-key.ts'

type Parts = Pick<BackgroundParts, 'inTransaction'> & { ports: Pick<BackgroundParts['ports'], 'keyCipher' | 'clock'> }

/** Ensures the existence of a signing key for this server. */
export const ensureKey = async ({ inTransaction, ports: { keyCipher, clock } }: Parts): Promise<void> => {
  await inTransaction(({ tx }) => readSigningKey({ tx, keyCipher, now: clock.now() }))
}

/** Before the first export: otherwise a verifier downloaded earlier would not know the key. */
export const ensureKeyAtStart: StartupHook = ensureKey
