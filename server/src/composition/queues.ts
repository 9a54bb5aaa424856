import type { QueueSettings } from '../adapters/jobs/open-jobs.ts'
import type { ProductJobs } from '../ports/ports.ts'

/** Every queue of the product, with the retry settings of its jobs. */
export const productQueues: { [Name in keyof ProductJobs]: QueueSettings } = {
  // A mail is retried for a week, with capped delays, so a recovered mail server is used soon. If a node is killed
  // while sending, any node sends the mail within two minutes.
  'mail.send': { retryLimit: 10_000, longestRetryDelaySeconds: 900, expireSeconds: 1_800, heartbeatSeconds: 30 },
  // A push is retried for a day.
  'push.send': { retryLimit: 1_000, longestRetryDelaySeconds: 900, expireSeconds: 600, heartbeatSeconds: 30 },
  'report.make': { retryLimit: 2, retryDelaySeconds: 2 },
  'plant.export': { retryLimit: 2, retryDelaySeconds: 30, expireSeconds: 7_200, heartbeatSeconds: 60 },
  'attachment.preview': { retryLimit: 3, retryDelaySeconds: 5 },
  'floorPlan.draw': { retryLimit: 5, retryDelaySeconds: 5 },
  'units.askReports': {},
  'history.keep': { retryLimit: 5, retryDelaySeconds: 60, expireSeconds: 7_200 },
  'person.erase': { retryLimit: 50, retryDelaySeconds: 60, expireSeconds: 7_200 },
  'files.sweep': { retryLimit: 3, retryDelaySeconds: 600, expireSeconds: 7_200 },
}

export const isQueue = (name: string): name is keyof ProductJobs => name in productQueues
