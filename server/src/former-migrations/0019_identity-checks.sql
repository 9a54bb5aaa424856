ALTER TABLE "profile" ADD COLUMN "name_declared_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "profile" ADD COLUMN "identity_method" text;--> statement-breakpoint
ALTER TABLE "profile" ADD COLUMN "identity_checked_on" date;--> statement-breakpoint
ALTER TABLE "profile" ADD CONSTRAINT "profile_identity_method_known" CHECK ("identity_method" IN ('inPerson', 'videoCall', 'electronicId'));
