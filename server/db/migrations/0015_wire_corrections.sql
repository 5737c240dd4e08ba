ALTER TABLE `analyses` ADD `wire_corrections` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `analyses` ADD `uncorrected` text;