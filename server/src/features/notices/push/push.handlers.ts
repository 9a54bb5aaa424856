import type { noticeActions } from '@vigilux/contract/features/notices/notices.actions.ts'
import type { HandlersOf } from '../../../kernel/handler.ts'
import { hasDevice, removeDevice, saveDevice } from './push-devices.store.ts'

type PushActions = Pick<typeof noticeActions, 'getPushDevice' | 'savePushDevice' | 'removePushDevice'>

/** Registers browsers for notices, each for the session of its person. */
export const pushHandlers: HandlersOf<PushActions> = {
  getPushDevice: async ({ work, caller }) => ({ key: work.ports.push.key, on: await hasDevice(work.tx, caller) }),
  savePushDevice: async ({ work, input, caller }) => {
    if (!work.ports.push.mayAsk(input.endpoint)) return work.fail('PUSH_ADDRESS_REFUSED')
    if (!work.ports.push.isKey(input.p256dh))
      return work.fail('INVALID_INPUT', { fields: [{ path: 'p256dh', code: 'invalid' }] })
    work.audit.target({ kind: 'person', id: caller.userId, name: caller.name })
    if (!(await saveDevice(work.tx, caller, input, work.now))) return work.fail('SESSION_NOT_FOUND')
    work.broadcast({ user: caller.userId }, 'pushDevices', {})
    return {}
  },
  removePushDevice: async ({ work, caller }) => {
    work.audit.target({ kind: 'person', id: caller.userId, name: caller.name })
    await removeDevice(work.tx, caller)
    work.broadcast({ user: caller.userId }, 'pushDevices', {})
    return {}
  },
}
