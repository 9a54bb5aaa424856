/** Storage key for whose outbox waits on this device; its own module, because the sign-in page reads it. */
export const pendingWorkKey = 'vigilux.waiting'
