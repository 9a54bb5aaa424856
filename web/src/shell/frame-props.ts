import type { SessionUser } from '../shared/session/session-api.ts'
import type { CurrentPage } from './current-page.ts'

/** Scope of the search. */
export type SearchProps = { user: SessionUser; plantId: string | undefined }

export type FramePartProps = { page: CurrentPage; user: SessionUser; plantId: string | undefined }
