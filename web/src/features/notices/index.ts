import { lazy } from '../../shared/lazy.tsx'

export const NoticesTab = lazy(async () => (await import('./NoticesTab.tsx')).NoticesTab)
export const MemberNoticesDialog = lazy(async () => (await import('./MemberNoticesDialog.tsx')).MemberNoticesDialog)
export const OwnNotices = lazy(async () => (await import('./OwnNotices.tsx')).OwnNotices)
export const OpenNotices = lazy(async () => (await import('./OpenNotices.tsx')).OpenNotices)
export const OwnEscalations = lazy(async () => (await import('./OwnEscalations.tsx')).OwnEscalations)
