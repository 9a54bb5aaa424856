ALTER TABLE "unit_link" ADD COLUMN "older_protocol_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE IF EXISTS "enrolment" DROP CONSTRAINT IF EXISTS "enrolment_outcome_known";--> statement-breakpoint
ALTER TABLE "enrolment" ADD CONSTRAINT "enrolment_outcome_known" CHECK ("outcome" IN ('ok', 'keysNotPressed', 'olderProtocol', 'notEnabled', 'alreadyEnrolled', 'error'));
