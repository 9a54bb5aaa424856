ALTER TABLE "profile" ADD COLUMN "kind" text DEFAULT 'person' NOT NULL;--> statement-breakpoint
UPDATE "profile" SET "kind" = 'company' WHERE "businessname" <> '' AND "piva" <> '';
