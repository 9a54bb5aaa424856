ALTER TABLE "profile" ADD COLUMN "seen_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "profile" ADD COLUMN "previous_visit_at" timestamp with time zone;