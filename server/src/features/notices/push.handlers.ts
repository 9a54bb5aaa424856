import type { noticeActions } from '@vigilux/contract/features/notices/notices.actions.ts'
import { about } from '../../kernel/audit-notes.ts'
import type { HandlersOf } from '../../kernel/handler.ts'
import { fail } from '../../kernel/refusal.ts'
import { hasDevice, removeDevice, saveDevice } from './push-devices.store.ts'

type PushActions = Pick<typeof noticeActions, 'getPushDevice' | 'savePushDevice' | 'removePushDevice'>

/** Lets browsers show notices, each for as long as its person is signed in there. */
export const pushHandlers: HandlersOf<PushActions> = {
  getPushDevice: async ({ caller, tx, ports }) => ({ key: ports.push.key, on: await hasDevice(tx, caller) }),
  savePushDevice: async ({ input, caller, tx, ports, announce }) => {
    if (!ports.push.mayAsk(input.endpoint)) return fail('PUSH_ADDRESS_REFUSED')
    if (!ports.push.isKey(input.p256dh)) return fail('INVALID_INPUT', { fields: [{ path: 'p256dh', code: 'invalid' }] })
    about(tx, { kind: 'person', id: caller.userId, name: caller.name })
    if (!(await saveDevice(tx, caller, input, ports.clock.now()))) return fail('SESSION_NOT_FOUND')
    announce({ user: caller.userId }, 'pushDevices', {})
    return {}
  },
  removePushDevice: async ({ caller, tx, announce }) => {
    about(tx, { kind: 'person', id: caller.userId, name: caller.name })
    await removeDevice(tx, caller)
    announce({ user: caller.userId }, 'pushDevices', {})
    return {}
  },
}
