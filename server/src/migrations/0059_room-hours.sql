ALTER TABLE "room" ADD COLUMN "used_from" text;--> statement-breakpoint
ALTER TABLE "room" ADD COLUMN "used_to" text;