import type { NoticeChoiceChange, NoticeSettings } from '@vigilux/contract/features/notices/notice.ts'

/** What is to become otherwise of what somebody is told. */
export type NoticeChange = Partial<Pick<NoticeSettings, 'on' | 'rhythm' | 'quiet'>> & { kinds?: NoticeChoiceChange[] }
