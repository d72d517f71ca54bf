<?xml version="1.0"?>
<!-- bookmarks.xsl: bookmarks, one a line of JSON. -->
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"
	xmlns:str="http://exslt.org/strings" extension-element-prefixes="str">
<xsl:import href="html.xsl"/>
<xsl:output method="text" encoding="UTF-8"/>

<xsl:template match="/">
	<xsl:call-template name="whole"/>
	<xsl:for-each select="//a[@href]">
		<xsl:text>{"folders":[null</xsl:text>
		<!-- The heading of a list is in the item before it. -->
		<xsl:for-each select="ancestor::dl">
			<xsl:text>,</xsl:text>
			<xsl:call-template name="json">
				<xsl:with-param name="text" select="normalize-space(
					preceding-sibling::*[1]/descendant-or-self::h3)"/>
			</xsl:call-template>
		</xsl:for-each>
		<xsl:text>]</xsl:text>
		<xsl:call-template name="member">
			<xsl:with-param name="name" select="'url'"/>
			<xsl:with-param name="text" select="normalize-space(@href)"/>
		</xsl:call-template>
		<xsl:call-template name="member">
			<xsl:with-param name="name" select="'title'"/>
			<xsl:with-param name="text" select="normalize-space()"/>
		</xsl:call-template>
		<xsl:call-template name="member">
			<xsl:with-param name="name" select="'created'"/>
			<xsl:with-param name="text"
				select="(@add_date | @time_added)[1]"/>
		</xsl:call-template>
		<xsl:call-template name="member">
			<xsl:with-param name="name" select="'updated'"/>
			<xsl:with-param name="text" select="@last_modified"/>
		</xsl:call-template>
		<xsl:call-template name="member">
			<xsl:with-param name="name" select="'tags'"/>
			<xsl:with-param name="text" select="@tags"/>
		</xsl:call-template>
		<xsl:call-template name="member">
			<xsl:with-param name="name" select="'text'"/>
			<xsl:with-param name="text" select="normalize-space(
				parent::dt/following-sibling::*[1][self::dd]/text())"/>
		</xsl:call-template>
		<xsl:text>}&#10;</xsl:text>
	</xsl:for-each>
</xsl:template>
</xsl:stylesheet>
