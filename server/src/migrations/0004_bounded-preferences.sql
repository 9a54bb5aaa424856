-- Preferences of before that are too long go: they are view settings, and a table that cannot be changed stops the start.
UPDATE "profile" SET "app_config" = '{}' WHERE octet_length(app_config::text) > 65536;--> statement-breakpoint
ALTER TABLE "profile" ADD CONSTRAINT "profile_app_config_size" CHECK (octet_length(app_config::text) <= 65536);