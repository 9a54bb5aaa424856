import type { SessionUser } from '../shared/session/session-api.ts'
import type { CurrentPage } from './current-page.ts'

/** Scope of the search. */
export type SearchProps = { user: SessionUser; plantId: string | undefined }

/** Props shared by the parts of the frame. */
export type FramePartProps = { page: CurrentPage; user: SessionUser; plantId: string | undefined }
