/** Under which a device keeps word of whose work waits on it; by itself, for the sign-in page looks whether there is any. */
export const pendingWorkKey = 'vigilux.waiting'
