import type { SessionUser } from '../shared/session/session-api.ts'
import type { CurrentPage } from './current-page.ts'

/** What the search looks in. */
export type SearchProps = { user: SessionUser; plantId: string | undefined }

/** What the parts of the frame know. */
export type FramePartProps = { page: CurrentPage; user: SessionUser; plantId: string | undefined }
