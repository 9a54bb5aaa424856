import { execFile } from 'node:child_process'

/**
 * Reports a state to systemd (`Type=notify`) by the program `systemd-notify`, because Node has no datagram sockets of
 * the Unix family. A failure changes nothing: systemd then ends the start after its timeout.
 */
export const notifySystemd = (state: 'ready' | 'stopping', failed: (error: Error) => void): Promise<void> =>
  new Promise((resolve) => {
    if (!process.env.NOTIFY_SOCKET) return resolve()
    execFile('systemd-notify', [`--${state}`], (error) => {
      if (error) failed(error)
      resolve()
    })
  })
