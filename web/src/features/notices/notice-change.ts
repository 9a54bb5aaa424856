import type { NoticeChoiceChange, NoticeSettings } from '@vigilux/contract/features/notices/notice.ts'

export type NoticeChange = Partial<Pick<NoticeSettings, 'on' | 'rhythm' | 'quiet'>> & { kinds?: NoticeChoiceChange[] }
