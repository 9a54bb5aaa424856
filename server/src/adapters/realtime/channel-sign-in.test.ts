import { expect, it } from 'vitest'
import type { User } from '../../kernel/caller.ts'
import { signInToChannel } from './channel-sign-in.ts'

const program = { kind: 'user', userId: 'u1' } as User
const openSignIn = (places: number) => {
  const state = { places, reads: 0 }
  const parts = {
    sessions: { isClaimed: () => false },
    enterWaiting: () => {
      if (state.places === 0) return null
      state.places -= 1
      return () => {
        state.places += 1
      }
    },
    find: async () => program,
    headers: {},
  }
  const takeFirst = async () => {
    state.reads += 1
    return JSON.stringify({ action: 'authenticate', data: { token: 'vgx_one' } })
  }
  return { state, signIn: () => signInToChannel({ takeFirst }, parts) }
}

it('a program signs in with its first message and releases its place', async () => {
  const { state, signIn } = openSignIn(1)
  expect(await signIn()).toEqual({ user: program, headers: { authorization: 'Bearer vgx_one' } })
  expect(state).toEqual({ places: 1, reads: 1 })
})

it('a socket beyond the places of its address is refused unread', async () => {
  const { state, signIn } = openSignIn(0)
  expect(await signIn()).toBeNull()
  expect(state.reads).toBe(0)
})
